/**
 * Ways to send mail.
 *
 * @packageDocumentation
 */
export { Mail, MailFailed, type Message } from "./Mail.ts"
export { Outbox, type OutboxMail } from "./Outbox.ts"
export * as Smtp from "./Smtp.ts"
