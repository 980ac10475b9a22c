import type { lookup } from "node:dns"
import { recordCopy } from "@agent-operations/error-envelope"
import { Context, Effect, Layer, type Scope } from "effect"
import type { EgressError } from "./EgressError.ts"
import { makePools, type Pools } from "./network.ts"
import { type EgressRequest, type EgressStream, open } from "./open.ts"
import { faultOfAddress, faultOfCredentials } from "./public-address.ts"

recordCopy("@agent-operations/egress", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** A request over a pool of connections. */
export interface PooledRequest extends EgressRequest {
  /** Of the origins that are allowed, those that this call may ask: all by default. It adds none. */
  readonly allow?: ReadonlyArray<string>
}

/** How requests go out. */
export interface EgressOptions {
  /** Origins that may be private or plain http, as `http://127.0.0.1:9000`. None by default. */
  readonly allow?: ReadonlyArray<string>
  /** A certificate to trust beside those of the system, in PEM. */
  readonly ca?: string
  /** How names are resolved: by the DNS, and those of allowed origins by the system. */
  readonly resolve?: typeof lookup
}

/** The largest head of an answer, in bytes. */
const maxHeaderSize = 64 * 1024

/** Which pool an address is asked through, or what is wrong with it before anything is resolved. */
const routing =
  (allow: ReadonlySet<string>) =>
  (address: string, narrowed?: ReadonlyArray<string>): Effect.Effect<"guarded" | "http:" | "https:", EgressError> => {
    const url = URL.parse(address)
    const isAllowed = url !== null && allow.has(url.origin) && (narrowed?.includes(url.origin) ?? true)
    const fault = isAllowed ? faultOfCredentials(url) : faultOfAddress(address)
    if (fault !== undefined) return Effect.fail(fault)
    // Origins of other protocols are no origins: they are never in a list.
    return Effect.succeed(isAllowed ? (url.protocol as "http:" | "https:") : "guarded")
  }

const make = (pools: Pools, allow: ReadonlySet<string>) => {
  const route = routing(allow)
  return {
    check: (address: string) => Effect.asVoid(route(address)),
    send: (address: string, { allow: narrowed, ...asked }: PooledRequest = {}) =>
      Effect.flatMap(route(address, narrowed), (way) => {
        const agent = way === "guarded" ? pools.guarded : pools.allowed[way]
        return open(address, asked, { agent }, { maxHeaderSize })
      })
  }
}

/**
 * The way out over pools of vetted connections: to https addresses of the public internet, and to origins that whoever
 * runs the server allows. No redirect is followed. A head has at most 64 KiB. Law: G1.
 *
 * @example
 * const egress = yield* Egress
 * const { status, body } = yield* egress.send("https://app.example/run", { method: "POST", body: "{}" }) // in a scope
 */
export class Egress extends Context.Service<
  Egress,
  {
    /**
     * Fails with the reason `address` where nothing would be sent to an address, whatever its name resolves to. It asks
     * nobody: a name that leads to what is not public is refused when something is sent.
     */
    readonly check: (address: string) => Effect.Effect<void, EgressError>
    /** Sends a request, and waits for the head of its answer, which is read in the scope. */
    readonly send: (address: string, asked?: PooledRequest) => Effect.Effect<EgressStream, EgressError, Scope.Scope>
  }
>()("@agent-operations/egress/Egress") {
  static readonly layer = ({ allow = [], ca, resolve }: EgressOptions = {}): Layer.Layer<Egress> =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const pools = yield* Effect.acquireRelease(
          Effect.sync(() => makePools(resolve, ca)),
          (pools) => Effect.sync(pools.close)
        )
        return make(pools, new Set(allow))
      })
    )
}
