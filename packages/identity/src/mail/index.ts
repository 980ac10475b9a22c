/**
 * Ways to send mail.
 *
 * @packageDocumentation
 */
export { Mail, MailFailed, type Message } from "./Mail.ts"
export { Outbox, type OutboxMail } from "./Outbox.ts"
export { InvalidMailSetting, layer as smtpLayer, type SmtpConfig } from "./smtp.ts"
