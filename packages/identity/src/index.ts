/**
 * Who people are, and what programs may do for them.
 *
 * @packageDocumentation
 */
export { type AuthorizationRequest, Consents } from "./consent/Consents.ts"
export { type EndedGrant, type Grant, Grants, type MemberGrant, TooManyGrants } from "./consent/Grants.ts"
export { InvalidConsent } from "./consent/requests.ts"
export { identityLayer } from "./identity-layer.ts"
export { IdentityHttp } from "./IdentityHttp.ts"
export { Mail, MailFailed, type Message, Outbox, type OutboxMail } from "./mail/index.ts"
export type { AuthorizationFault } from "./oauth/authorize.ts"
export { ClientDocuments } from "./oauth/ClientDocuments.ts"
export { TooManyAttempts } from "./sign-in/attempts.ts"
export { type BrowserSession, BrowserSessions, type ListedSession, type User } from "./sign-in/BrowserSessions.ts"
export type { Cookies } from "./sign-in/cookies.ts"
export { EmailDomainDenied, InvalidEmail, LinkRefused, SignIn, UnknownProvider } from "./sign-in/SignIn.ts"
export * from "./tokens/index.ts"
