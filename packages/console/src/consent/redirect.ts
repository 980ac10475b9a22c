/**
 * What the consent page's form may lead to, as a CSP source: browsers hold `form-action` against the redirect that
 * answers a form, too.
 */
export const formActionFor = (redirectUri: string): string | undefined => {
  if (!URL.canParse(redirectUri)) return undefined
  const { protocol, host, origin } = new URL(redirectUri)
  if (protocol !== "http:" && protocol !== "https:") return protocol
  // A source has no form for an IPv6 address, and a host that it has no form for must not end the directive.
  return /^[a-z0-9.-]+(:\d+)?$/.test(host) ? origin : protocol
}
