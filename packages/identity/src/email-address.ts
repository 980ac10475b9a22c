/**
 * Unquoted, in any script: no list, no name, no line break and no second `@` fits in (RFC 5321 section 4.1.2, RFC 6531),
 * nor what nobody sees (RFC 8265 section 3.1).
 */
const atom = String.raw`[^\s\p{Cc}\p{Cf}\p{Cs}.@"<>(),:;[\]\\]+`

/** Of a host's name; one in another script is written as `xn--…` (RFC 1123 section 2.1). */
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"

const pattern = new RegExp(String.raw`^${atom}(?:\.${atom})*@${label}(?:\.${label})*$`, "u")

/**
 * Whether a text is one bare e-mail address, of at most 254 characters and 64 before the `@`. Everything here that takes
 * an address asks this: sign-in, mail, invitations, settings.
 *
 * @example
 * isEmailAddress("ada@example.com") // true
 * isEmailAddress("Ada <ada@example.com>") // false
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && text.indexOf("@") <= 64 && pattern.test(text)
