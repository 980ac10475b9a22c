import type { DocsEntryOptions } from "@agent-operations/docs/entry"
import type { DocsOptions } from "@agent-operations/docs"
import type { McpEntryOptions } from "@agent-operations/mcp/entry"
import type { OptionsTable } from "@agent-operations/testing/options"

/** Every option of `mcp`. */
export const ofMcp: OptionsTable<McpEntryOptions> = {
  origin: {
    default: "none",
    meaning:
      "the address of the server, `https://ops.example.com`: its own pages may call, and requests for other hosts are rejected"
  },
  allowedOrigins: { default: "none", meaning: "other origins whose pages may call; any other `Origin` is 403" },
  resourceMetadata: { default: "that of REST", meaning: "where programs read who issues access tokens (RFC 9728)" },
  maxBodyBytes: { default: "1 MiB", meaning: "the largest request body" },
  path: { default: "`/api/mcp`", meaning: "the path, below the prefix of the mount" },
  info: { default: "Agent Operations", meaning: "`{ name, title, version }` of the server" },
  additions: {
    default: "none",
    meaning: "tools, prompts and resources of your own, in the SDK's terms, for every caller who is let in"
  }
}

/** Every option of `makeDocs`, and of the entry `docs`. */
export const ofDocs: OptionsTable<DocsOptions & DocsEntryOptions> = {
  families: { default: "required", meaning: "the families that you serve; an entry takes them from its kit" },
  name: { default: "Agent Operations", meaning: "the name of your product" },
  description: { default: "the kit's own", meaning: "what it is, in one sentence" },
  origin: { default: "an example", meaning: "the server's origin, for examples and the sitemap" },
  prefix: {
    default: "none; of an entry, where the kit is mounted",
    meaning: "the path that the server is mounted at"
  },
  path: { default: "`/docs`", meaning: "the path of the pages, below the prefix" },
  guides: { default: "none", meaning: "guides, as `readGuides` reads them" },
  assets: { default: "none", meaning: "images of guides, as `readAssets` reads them" },
  laws: { default: "none", meaning: "the text of the laws" },
  read: {
    default: "none",
    meaning: "of an entry: reads guides, assets and laws, when the first page is asked for"
  },
  first: { default: "false", meaning: "of an entry: serve the first page at the prefix itself, too" },
  links: { default: "none", meaning: 'more links for the top of each page: `[["Sign in", "/sign-in"]]`' },
  files: {
    default: "none",
    meaning: 'files of your repository that pages of the reference stand for: `{ "SPEC.md": "laws" }`'
  },
  program: { default: "none", meaning: "the name of your command line, for examples" },
  repository: { default: "none", meaning: "where files of your repository can be read" },
  discovery: { default: "OpenAPI, MCP, the skill", meaning: "what `/llms.txt` lists of your server" }
}
