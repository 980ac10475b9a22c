/**
 * Who people are, and what programs may do for them.
 *
 * @packageDocumentation
 */
export { type AuthorizationRequest, Consents, InvalidConsent } from "./consent/Consents.ts"
export { type Grant, Grants } from "./consent/Grants.ts"
export { readText } from "./http/read-text.ts"
export { identityLayer } from "./identityLayer.ts"
export { IdentityHttp } from "./IdentityHttp.ts"
export { Mail, MailFailed, type Message } from "./mail/Mail.ts"
export { Outbox, type OutboxMail } from "./mail/Outbox.ts"
export * as SmtpMail from "./mail/smtp.ts"
export { migrations } from "./migrations.ts"
export { resourceMetadataUrl } from "./oauth/metadata.ts"
export type { AuthorizationFault } from "./oauth/authorize.ts"
export { ClientDocuments } from "./oauth/ClientDocuments.ts"
export { basePath, type IdentityOptions, type Lifetimes, type ProviderOptions, resourcesOf } from "./options.ts"
export { TooManyAttempts } from "./sign-in/attempts.ts"
export { type BrowserSession, BrowserSessions, type Cookies, type User } from "./sign-in/BrowserSessions.ts"
export { ensurePerson } from "./sign-in/ensure-person.ts"
export { safePath } from "./sign-in/return-to.ts"
export { EmailDomainDenied, InvalidEmail, LinkRefused, SignIn, UnknownProvider } from "./sign-in/SignIn.ts"
export * as TokenVerifier from "./tokens/TokenVerifier.ts"
