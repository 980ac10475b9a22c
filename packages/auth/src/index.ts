/**
 * Who calls, and what they may do.
 *
 * @packageDocumentation
 */
export {
  type AccessDecision,
  type AccessRequest,
  credentialOf,
  type ExpectedAccess,
  makeAuthorize
} from "./access/authorize.ts"
export { makeAdmitCall } from "./access/admit-call.ts"
export { type Client, ClientAddress, type UsedFrom } from "./access/client.ts"
export { checkAccess } from "./access/check-access.ts"
export { calledBy, Caller } from "./access/Caller.ts"
export { CredentialVerifier, type Expected, type Presented, type Verification } from "./access/CredentialVerifier.ts"
export { OfferedScopes } from "./access/OfferedScopes.ts"
export { RateLimit, UsageBudget } from "./access/limits.ts"
export { rememberPrincipals } from "./access/principals.ts"
export {
  type Access,
  type Audience,
  type Credential,
  decodePrincipal,
  type Principal,
  type Requirement
} from "./access/principal.ts"
export { type ProjectValues, selectProject } from "./access/project.ts"
export { isText } from "./access/text.ts"
export { type AuditEvent, type AuditFilter, AuditLog } from "./audit/AuditLog.ts"
export {
  type AuditAction,
  type AuditActor,
  type AuditEntry,
  type AuditSubject,
  type ProjectAuditEntry,
  recordAudit,
  recordEverywhere,
  recordInProject,
  recordingInProject
} from "./audit/record-audit.ts"
export { AlreadyCreated, forgetIdempotencyKeys, type Once } from "./idempotency/claim.ts"
export { type Invitation, Invitations, type Person, WrongRecipient } from "./invitations/Invitations.ts"
export { forgetInvitations, type InvitationLimits, TooManyInvitations } from "./invitations/limits.ts"
export { type ApiKey, ApiKeys, type NewApiKey, ScopesNotOffered, TooManyKeys } from "./keys/ApiKeys.ts"
export * as ApiKeyVerifier from "./keys/ApiKeyVerifier.ts"
export { migrations } from "./migrations.ts"
export {
  type Administrator,
  AlreadyExists,
  type Asked,
  changing,
  NotAllowed,
  requireAdministrator,
  type Signature,
  Unknown
} from "./organizations/administrator.ts"
export { type Administers, makeAdministers } from "./organizations/administers.ts"
export { deletionUpkeep, plannedDeletions } from "./deletion/upkeep.ts"
export type { Deletion } from "./organizations/deletion.ts"
export { LastOwner, type Member, renameMember } from "./organizations/members.ts"
export { type Membership, Organizations, TooManyOrganizations } from "./organizations/Organizations.ts"
export { isOpen, openProjects } from "./organizations/open-projects.ts"
export type { Part } from "./organizations/part.ts"
export { type Project, TooManyProjects } from "./organizations/projects.ts"
export { type Role, roles } from "./organizations/role.ts"
