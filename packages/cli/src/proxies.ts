import type http from "node:http"
import { UsageError } from "./errors.ts"
import type { Terminal } from "./terminal.ts"

type Env = Terminal["env"]

/** The variables that name proxies, by the scheme of the addresses that are reached through them: small letters go before. */
const variables = { https: ["https_proxy", "HTTPS_PROXY"], http: ["http_proxy", "HTTP_PROXY"] } as const

const given = (env: Env, names: ReadonlyArray<string>) => names.find((name) => (env[name] ?? "") !== "")

/** The variables that are set. */
const named = (env: Env) => Object.values(variables).flatMap((names) => given(env, names) ?? [])

/** The proxy that a variable names, which may leave out its scheme. It may have a password, and is not shown. */
const proxyOf = (env: Env, name: string) => {
  const value = env[name]!
  const url = URL.parse(value.includes("://") ? value : `http://${value}`)
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href
  throw new UsageError(
    `${name} is not the address of an HTTP proxy.`,
    "Write it as http://host:port, or http://user:password@host:port with special characters as %XX; or unset it."
  )
}

/** Since Node 24.14. An import of `node:http` loads what `fetch` needs, which takes as long as the rest of a command. */
const proxySetter = () => (process.getBuiltinModule("node:http") as Partial<typeof http>).setGlobalProxyFromEnv

let areUsed = false

/**
 * Has what is sent from now on go through the proxies that the environment names. Throws a `UsageError` where one is no
 * address.
 */
export const useProxies = (env: Env): void => {
  if (areUsed || named(env).length === 0) return
  const proxies = Object.entries(variables).flatMap(([scheme, names]) => {
    const name = given(env, names)
    return name === undefined ? [] : [[`${scheme}_proxy`, proxyOf(env, name)] as const]
  })
  proxySetter()?.({ ...Object.fromEntries(proxies), no_proxy: env["no_proxy"] || env["NO_PROXY"] })
  areUsed = true
}

/** What to do about proxies where a server is not reached; empty where the environment names none. */
export const proxyHint = (env: Env): string => {
  const names = named(env).join(" and ")
  if (names === "") return ""
  return proxySetter() !== undefined || env["NODE_USE_ENV_PROXY"] === "1"
    ? ` ${names} is set: see that the proxy is there and lets you in, or name the server in NO_PROXY.`
    : ` ${names} is not used by this Node: run it by Node 24.14 or newer, or set NODE_USE_ENV_PROXY=1 (22.21 or newer).`
}
