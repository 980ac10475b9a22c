import { Duration } from "effect"
import { oneLine } from "./headers.ts"
import { MailFailed } from "./Mail.ts"

/** What the errors of the SMTP client carry. */
interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly message?: string
  readonly response?: string
}

/** `550 5.1.1`: the rest of an answer may quote the mail, with its link, or the password. */
const codesOf = (response = ""): string | undefined => /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0]

const reasons: Readonly<Record<string, string | undefined>> = {
  EAUTH: "refused the user name or the password",
  EMESSAGE: "refused the mail",
  ETLS: "does not offer TLS",
  EPROTOCOL: "does not answer as a mail server does",
  ECONNECTION: "closed the connection"
}

const reasonOf = ({ code = "", command, message = "" }: SmtpError, timeout: Duration.Duration): string => {
  if (code === "ETIMEDOUT") return `did not answer within ${Duration.format(timeout)}`
  if (code === "EENVELOPE") return `refused the ${command === "RCPT TO" ? "recipient" : "sender"}`
  // The words of OpenSSL are for nobody.
  if (message.includes("SSL routines")) return "does not speak TLS on this port"
  if (code === "ESOCKET" || code === "EDNS") return `can't be reached: ${oneLine(message)}`
  return reasons[code] ?? `could not be used (${code})`
}

/** Says in one line why the mail server at `host` did not take a mail. */
export const refusal =
  (host: string, timeout: Duration.Duration) =>
  (cause: unknown): MailFailed => {
    const error: SmtpError = typeof cause === "object" && cause !== null ? cause : {}
    const codes = codesOf(error.response)
    const reason = reasonOf(error, timeout)
    return new MailFailed({
      message: `The mail server ${host} ${reason}${codes === undefined ? "" : ` (${codes})`}.`
    })
  }
