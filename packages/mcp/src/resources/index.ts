import type { Contract } from "@agent-operations/contract"
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType
} from "@modelcontextprotocol/server"
import type { CallAnswer, Port } from "../port.ts"
import type { View } from "../tools/catalog.ts"
import { parseAddress, readableKinds, readDefinition } from "./definitions.ts"
import { docsPages } from "./docs.ts"

const docs = "agent-operations://docs/"

/** What an answer holds, or the error of the protocol for what it failed with. */
const dataOf = (answer: CallAnswer, uri: string): unknown => {
  if ("data" in answer) return answer.data
  const { code, message } = answer.error
  if (code === "NOT_FOUND" || code === "VALIDATION_ERROR") throw new ResourceNotFoundError(uri)
  throw new ProtocolError(ProtocolErrorCode.InternalError, message, answer)
}

/** What can be read by address, of what a caller sees. Law: C1. */
const listResources = (contract: Contract, view: View) => {
  const kinds = readableKinds(contract, view)
  const pages = docsPages(view)

  const templates: ReadonlyArray<ResourceTemplateType> = [
    ...kinds.flatMap(({ kind, path }) => [
      {
        uriTemplate: `agent-operations://${path}/{id}`,
        name: kind.name,
        title: `A ${kind.title}`,
        description: `The current revision of a ${kind.title}.`,
        mimeType: "application/json"
      },
      {
        uriTemplate: `agent-operations://${path}/{id}/revisions/{revision}`,
        name: `${kind.name}_revision`,
        title: `A ${kind.title} at a revision`,
        description: `One revision of a ${kind.title}, which never changes.`,
        mimeType: "application/json"
      }
    ]),
    {
      uriTemplate: `${docs}{page}`,
      name: "docs",
      title: "Documentation",
      description: "The operations, one per page, and the errors.",
      mimeType: "text/markdown"
    }
  ]

  return {
    kinds,
    pages,
    templates,
    list: pages.map(({ name, title }): Resource => ({
      uri: `${docs}${name}`,
      name,
      title,
      mimeType: "text/markdown"
    })) as ReadonlyArray<Resource>
  }
}

const known = new WeakMap<View, ReturnType<typeof listResources>>()

/** The definitions and the documentation that a caller may read, by address. */
export const makeResources = (contract: Contract, view: View, port: Port) => {
  const listed = known.get(view) ?? listResources(contract, view)
  known.set(view, listed)
  const { kinds, pages } = listed
  return {
    ...listed,
    read: async (uri: string, signal: AbortSignal): Promise<ReadResourceResult> => {
      const page = uri.startsWith(docs) ? pages.find(({ name }) => name === uri.slice(docs.length)) : undefined
      if (page !== undefined) return { contents: [{ uri, mimeType: "text/markdown", text: page.text() }] }
      const address = parseAddress(uri, kinds)
      if (address === undefined) throw new ResourceNotFoundError(uri)
      const data = dataOf(await readDefinition(port, address, { signal, isPassedOn: true }), uri)
      return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] }
    }
  }
}

/** What one caller can read by address. */
export type Resources = ReturnType<typeof makeResources>
