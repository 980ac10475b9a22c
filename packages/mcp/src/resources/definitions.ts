import { camelCase, type Contract, kebabCase, type Kind } from "@agent-operations/contract"
import type { CallAnswer, CallOptions, Port } from "../port.ts"
import type { View } from "../tools/catalog.ts"

/** A kind whose definitions a caller may read. */
export interface ReadableKind {
  readonly kind: Kind.Any
  /** As addresses have it: `page-views`. */
  readonly path: string
  readonly get: string
  readonly list: string
  readonly history: string
}

/** The kinds whose definitions a caller may read, of those that are served. Law: C1. */
export const readableKinds = (contract: Contract, view: View): ReadonlyArray<ReadableKind> =>
  contract.kinds
    .map((kind) => ({
      kind,
      path: kebabCase(camelCase(kind.plural)),
      get: `get_${kind.name}`,
      list: `list_${kind.plural}`,
      history: `get_${kind.name}_history`
    }))
    .filter(({ get }) => view.find(get) !== undefined)

/** Which definition an address names, at which revision. */
export interface Address {
  readonly of: ReadableKind
  readonly id: string
  readonly revision: number | undefined
}

const pattern = /^agent-operations:\/\/([a-z0-9-]+)\/([\w.~-]+)(?:\/revisions\/(\d{1,10}))?$/

/** Reads `agent-operations://page-views/{id}` and `…/{id}/revisions/{revision}`. */
export const parseAddress = (uri: string, kinds: ReadonlyArray<ReadableKind>): Address | undefined => {
  const [, path, id, revision] = pattern.exec(uri) ?? []
  const of = kinds.find((one) => one.path === path)
  return of === undefined || id === undefined
    ? undefined
    : { of, id, revision: revision === undefined ? undefined : Number(revision) }
}

/** Reads the definition at an address. */
export const readDefinition = (port: Port, { of, id, revision }: Address, options: CallOptions): Promise<CallAnswer> =>
  port.call(of.get, { id, ...(revision !== undefined && { revision }) }, options)

/** The address of a definition. */
export const addressOf = ({ path }: ReadableKind, id: string, revision?: number): string =>
  `agent-operations://${path}/${id}${revision === undefined ? "" : `/revisions/${revision}`}`

/** The kind of the definition that an ID is of, by its prefix. */
export const kindOfId = (id: string, kinds: ReadonlyArray<ReadableKind>): ReadableKind | undefined =>
  kinds.find(({ kind }) => id.startsWith(`${kind.prefix}_`))
