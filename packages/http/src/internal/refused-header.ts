import { ValidationError } from "@agent-operations/error-envelope"

/** That a header is not as it has to be; its path is `/content-type`. */
export const refusedHeader = (path: string, message: string) =>
  new ValidationError({ message, details: { issues: [{ path, message }] } })

const foreignCharset = /;\s*charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))/i

/**
 * Whether a content type says that its text is not UTF-8. No other parameter says anything of it. Source: RFC 8259 section 11.
 *
 * @example
 * isForeignText("application/json; charset=utf8; odata=verbose") // false
 */
export const isForeignText = (contentType: string): boolean => foreignCharset.test(contentType)
