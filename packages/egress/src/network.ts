import { type lookup, lookup as systemLookup } from "node:dns"
import { Agent as HttpAgent, request as httpRequest } from "node:http"
import { Agent as HttpsAgent, type AgentOptions, request as httpsRequest, type RequestOptions } from "node:https"
import type { Socket } from "node:net"
import { getCACertificates } from "node:tls"
import { inSlices } from "./connection.ts"
import { lookupByDns } from "./lookup-by-dns.ts"
import { makePublicLookup } from "./public-address.ts"
import { secured } from "./secured.ts"

/** Has an agent read its connections in slices: an answer of many lines is not parsed at once. */
const readsInSlices = <A extends HttpAgent>(agent: A): A => {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options) => inSlices(connect(options) as Socket)
  return agent
}

/** Where connections come from: a pool, or else the options of a connection of its own. */
export type Network = Pick<RequestOptions, "lookup" | "ca" | "agent">

/**
 * How many connections there are at once, also to one origin: more than there are calls at once, as organizations have no turns
 * at them.
 */
const maxSockets = 1000

// Servers commonly close what idles for 5 seconds; a call on a connection that is being closed is lost.
const pooled = {
  keepAlive: true,
  timeout: 4000,
  maxSockets,
  maxTotalSockets: maxSockets,
  maxFreeSockets: 16
} as const

const plainAgent = (options?: AgentOptions) => readsInSlices(new HttpAgent(options))

const securedAgent = (options?: AgentOptions) => readsInSlices(secured(new HttpsAgent(options)))

/** Pools of connections. A connection belongs to the pool whose guard let it be made, and is used by no other. */
export interface Pools {
  /** To addresses of the public internet, over TLS. */
  readonly guarded: HttpsAgent
  /** To origins that are allowed, whatever they stand for. */
  readonly allowed: { readonly "http:": HttpAgent; readonly "https:": HttpsAgent }
  readonly close: () => void
}

/** The names of origins that are allowed are the operator's, and may be those of the system alone: of `/etc/hosts`. */
export const makePools = (resolve?: typeof lookup, ca?: string): Pools => {
  const trust = ca === undefined ? {} : { ca: [...getCACertificates(), ca] }
  const guarded = securedAgent({ ...pooled, ...trust, lookup: makePublicLookup(resolve ?? lookupByDns()) })
  const ofAllowed = resolve ?? systemLookup
  const allowed = {
    "http:": plainAgent({ ...pooled, lookup: ofAllowed }),
    "https:": securedAgent({ ...pooled, ...trust, lookup: ofAllowed })
  }
  return {
    guarded,
    allowed,
    close: () => {
      for (const agent of [guarded, allowed["http:"], allowed["https:"]]) agent.destroy()
    }
  }
}

/** Whether an address is asked without TLS. */
const isPlain = (address: string) => URL.parse(address)?.protocol === "http:"

/** How a request to an address is made. */
export const requestOf = (address: string) => (isPlain(address) ? httpRequest : httpsRequest)

/** For a connection of its own to an address. */
export const agentFor = (address: string) => (isPlain(address) ? plainAgent() : securedAgent())
