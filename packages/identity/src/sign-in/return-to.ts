/**
 * A path of this origin to go on with after sign-in; `/` in place of anything that could lead elsewhere.
 *
 * @example
 * safePath("https://evil.example") // "/"
 */
export const safePath = (path: string | null | undefined): string => {
  if (path === null || path === undefined || path.length > 16_384) return "/"
  if (!/^\/(?![/\\])[\x21-\x7E]*$/.test(path) || path.includes("\\")) return "/"
  const base = "http://here.invalid"
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined
  return url?.origin === base && !url.pathname.startsWith("//") ? path : "/"
}
