import type { IdentityOptions } from "../options.ts"

/** Who may sign in, asked at every sign-in, the first and each later one. */
export interface Admission {
  readonly allows: (email: string) => boolean
  /** Why a provider's account may not, in the library's form; nothing where it may. */
  readonly refusal: (email: string, verified: unknown) => { readonly error: string } | undefined
}

/** The domain of an address with one `@`. Of any other, what is which side of it is a matter of who reads it. */
const domainOf = (email: string): string | undefined => {
  const [local = "", domain = "", ...more] = email.split("@")
  return local === "" || domain === "" || more.length > 0 ? undefined : domain
}

/**
 * The rule of the specification: listed domains may, and where none is listed nobody may, unless sign-up is public. The
 * first owner's own address may always.
 *
 * @example
 * makeAdmission({ emailDomains: ["example.com"] }).allows("ada@example.com") // true
 */
export const makeAdmission = ({
  emailDomains = [],
  publicSignUp = false,
  ownerEmail
}: Pick<IdentityOptions, "emailDomains" | "publicSignUp" | "ownerEmail">): Admission => {
  const domains = new Set(emailDomains.map((domain) => domain.toLowerCase().replace(/^@/, "")))
  const owner = ownerEmail?.toLowerCase()
  const allows = (given: string) => {
    const email = given.toLowerCase()
    const domain = domainOf(email)
    if (domain === undefined) return false
    return email === owner || (domains.size === 0 ? publicSignUp : domains.has(domain))
  }
  return {
    allows,
    refusal: (email, verified) => {
      if (verified !== true && verified !== "true") return { error: "email_not_verified" }
      return allows(email) ? undefined : { error: "email_domain_denied" }
    }
  }
}
