/** A path as a router would be given it: segments of unreserved characters, and of what else may stand in a path. */
const plainPath = /^(?:\/[A-Za-z0-9._~!$&'()*+,;=:@-]+)*$/

const hasDots = (path: string) => path.split("/").some((segment) => segment === "." || segment === "..")

/**
 * What stands before `/api/agent`, as requests have it: `/ops`, and empty for none. `ops` and `/ops/` mean the same.
 * Throws where no request could have it.
 */
export const normalPrefix = (prefix: string): string => {
  const inner = prefix.replace(/^\//, "").replace(/\/$/, "")
  const path = inner === "" ? "" : `/${inner}`
  if (plainPath.test(path) && !hasDots(path)) return path
  throw new TypeError(
    `The prefix ${JSON.stringify(prefix)} is not a valid path. Write it as "/ops" or "/v1/ops": ` +
      "letters, digits and - . _ ~ in each segment, no segment . or .., no query, and nothing percent-encoded."
  )
}

/** Where the server is reached from outside, without the slash at its end. Throws where that is no address. */
export const normalPublicUrl = (publicUrl: string): URL => {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
  const plain = url?.username === "" && url.password === "" && url.search === "" && url.hash === ""
  if (url !== undefined && plain && /^https?:$/.test(url.protocol)) return url
  throw new TypeError(
    "The publicUrl is not the address of a server: write an origin, https://ops.example.com, or an origin with the path " +
      "below which the operations are reached, without a query, a fragment or a password."
  )
}

/**
 * The server that a document names: the path where the operations are mounted, behind the origin where there is one. A
 * public URL that has a path is taken as it is, since a proxy may map any path to the mount.
 */
export const serverUrl = (publicUrl: URL | undefined, base: string): string => {
  if (publicUrl === undefined) return base === "" ? "/" : base
  return publicUrl.pathname === "/" ? publicUrl.origin + base : publicUrl.href.replace(/\/$/, "")
}

/** The path and query that a request asks for. A proxy's form of it, `GET http://host/path`, means the same. */
export const targetOf = (url = "/") => (url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, ""))

/** What a router's prefix has matched of a path: `/v1/ops` for `/:version/ops`, and `/OPS` for `/ops` where case is one. */
export const matchedBy = (prefix: string, path: string) =>
  path.split("/", prefix.replace(/\/$/, "").split("/").length).join("/")

/** A path as one at a mount or below it, where it is one. Routers take `/ops/` for `/ops`. */
export const below = (mount: string, path: string) => {
  const base = mount.replace(/\/$/, "")
  return path === base || path.startsWith(`${base}/`)
    ? { mount: base, path: path.slice(base.length) }
    : { mount: "", path }
}

export interface Place {
  /** Where the operations are mounted, from the server's root: `/ops`. */
  readonly base: string
  /** The path below that: `/healthz`. */
  readonly path: string
}

/**
 * Where a request is meant for. A host's router may have taken off the prefix (`mount` ends in it), another path that
 * the prefix stands behind, or nothing.
 */
export const locate = (prefix: string, mount: string, path: string): Place | undefined => {
  if (mount.endsWith(prefix)) return { base: mount, path }
  const isBelow = path === prefix || path.startsWith(`${prefix}/`)
  return isBelow ? { base: mount + prefix, path: path.slice(prefix.length) } : undefined
}

/** A mount as a document may name it: what a router matched freely may be no plain path. */
export const isPlain = (base: string) => plainPath.test(base)
