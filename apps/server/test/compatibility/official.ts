import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport as FormerStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Kept } from "./kept.ts"

/** What a tool answered. */
export interface Result {
  readonly isError?: boolean
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly content: ReadonlyArray<{ readonly type: string; readonly text?: string }>
}

type Named = { readonly name: string }

/** A client that is connected, in what both major versions have. */
export interface Connected {
  readonly ping: (() => Promise<unknown>) | undefined
  readonly listTools: () => Promise<{ readonly tools: ReadonlyArray<Named & { readonly outputSchema?: unknown }> }>
  readonly call: (name: string, input: Record<string, unknown>, signal?: AbortSignal) => Promise<Result>
  readonly listResources: () => Promise<{ readonly resources: ReadonlyArray<{ readonly uri: string }> }>
  readonly listTemplates: () => Promise<{ readonly resourceTemplates: ReadonlyArray<{ readonly uriTemplate: string }> }>
  readonly readResource: (uri: string) => Promise<unknown>
  readonly listPrompts: () => Promise<{ readonly prompts: ReadonlyArray<Named> }>
  readonly getPrompt: (name: string, given: Record<string, string>) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** The address of MCP, and what is sent with each request. */
export interface Place {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** Signs a person in, where there are no headers. */
  readonly provider?: Kept
}

/** A program that speaks MCP over stdio. */
export interface Program {
  readonly command: string
  readonly args: Array<string>
  readonly env: Record<string, string>
}

/** The name and the version of what is installed: not every package lets its own be imported. */
const installed = (name: string): { readonly name: string; readonly version: string } =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../node_modules", name, "package.json"), "utf8"))

const [former, newest] = ["@modelcontextprotocol/sdk", "@modelcontextprotocol/client"].map(installed) as [
  ReturnType<typeof installed>,
  ReturnType<typeof installed>
]

const info = { name: "compatibility", version: "1" }

const ofFormer = (client: FormerClient): Connected => ({
  ping: () => client.ping(),
  listTools: () => client.listTools(),
  call: async (name, input, signal) =>
    (await client.callTool({ name, arguments: input }, undefined, { ...(signal && { signal }) })) as Result,
  listResources: () => client.listResources(),
  listTemplates: () => client.listResourceTemplates(),
  readResource: (uri) => client.readResource({ uri }),
  listPrompts: () => client.listPrompts(),
  getPrompt: (name, given) => client.getPrompt({ name, arguments: given }),
  close: () => client.close()
})

const ofNewest = (client: Client, hasPing: boolean): Connected => ({
  ping: hasPing ? () => client.ping() : undefined,
  listTools: () => client.listTools(),
  call: async (name, input, signal) =>
    (await client.callTool({ name, arguments: input }, { ...(signal && { signal }) })) as Result,
  listResources: () => client.listResources(),
  listTemplates: () => client.listResourceTemplates(),
  readResource: (uri) => client.readResource({ uri }),
  listPrompts: () => client.listPrompts(),
  getPrompt: (name, given) => client.getPrompt({ name, arguments: given }),
  close: () => client.close()
})

/** One of the official clients, as it connects over each transport. */
export interface Official {
  readonly name: string
  readonly version: string
  /** The revision of the protocol that it speaks, where it can speak several. */
  readonly revision: string
  readonly overHttp: (place: Place) => Promise<Connected>
  readonly overStdio: (program: Program) => Promise<Connected>
  /** Takes a code to whoever gave it. */
  readonly finish: (place: Place, callback: URL) => Promise<void>
}

const optionsOf = ({ headers, provider }: Place) => ({
  ...(headers && { requestInit: { headers } }),
  ...(provider && { authProvider: provider })
})

const formerTransport = (place: Place) => new FormerTransport(place.url, optionsOf(place))
const newestTransport = (place: Place) => new StreamableHTTPClientTransport(place.url, optionsOf(place))

/** The official clients of both major versions, in the revisions of the protocol that they speak. */
export const officialClients: ReadonlyArray<Official> = [
  {
    name: former.name,
    version: former.version,
    revision: "2025-11-25",
    overHttp: async (place) => {
      const client = new FormerClient(info)
      await client.connect(formerTransport(place) as never)
      return ofFormer(client)
    },
    overStdio: async (program) => {
      const client = new FormerClient(info)
      await client.connect(new FormerStdioTransport(program))
      return ofFormer(client)
    },
    finish: (place, callback) => formerTransport(place).finishAuth(callback.searchParams.get("code")!)
  },
  ...(["legacy", "auto"] as const).map((mode): Official => {
    const make = () => new Client(info, { versionNegotiation: { mode } })
    return {
      name: newest.name,
      version: newest.version,
      revision: mode === "auto" ? "2026-07-28" : "2025-11-25",
      overHttp: async (place) => {
        const client = make()
        await client.connect(newestTransport(place))
        return ofNewest(client, mode === "legacy")
      },
      overStdio: async (program) => {
        const client = make()
        await client.connect(new StdioClientTransport(program))
        return ofNewest(client, mode === "legacy")
      },
      finish: (place, callback) => newestTransport(place).finishAuth(callback.searchParams)
    }
  })
]
