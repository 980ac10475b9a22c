/**
 * A path of this origin, below the prefix, to go on with after sign-in; the start of the pages in place of anything that
 * could lead elsewhere.
 *
 * @example
 * safePath("https://evil.example") // "/"
 * safePath("/shop", "/ops") // "/ops/"
 */
export const safePath = (path: string | null | undefined, prefix = ""): string => {
  const start = `${prefix}/`
  if (path === null || path === undefined || path.length > 16_384) return start
  if (!/^\/(?![/\\])[\x21-\x7E]*$/.test(path) || path.includes("\\")) return start
  const base = "http://here.invalid"
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined
  const isHere = url?.origin === base && !url.pathname.startsWith("//") && `${url.pathname}/`.startsWith(start)
  return isHere ? path : start
}
