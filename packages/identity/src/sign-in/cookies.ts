/** `Set-Cookie` values to send. */
export type Cookies = ReadonlyArray<string>

/** The value of a cookie that a browser sends. */
export const cookieOf = (headers: Headers, name: string): string | undefined =>
  headers
    .get("cookie")
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** A cookie of the whole host, which no script reads, kept for so many seconds. */
export const hostCookie = (baseUrl: string, name: string, value: string, seconds: number): string =>
  [
    `${name}=${value}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${seconds}`,
    ...(baseUrl.startsWith("https:") ? ["Secure"] : [])
  ].join("; ")
