import { printableJson } from "./json.ts"
import { shellWord } from "./shell.ts"

/** What a header takes as it is; any other project is named in the address, as the client does. */
const isSimple = (projectId: string) => /^[!-+\--~]+$/.test(projectId)

/** Where a call is sent. */
export interface CurlOptions {
  /** Where the server is, without `/api/agent`: `https://ops.example.com`. */
  readonly baseUrl: string
  readonly projectId?: string | undefined
}

/**
 * The request of a call as a `curl`, which takes the credential from the environment variable
 * `AGENT_OPERATIONS_API_KEY`.
 *
 * @example
 * curlOf("get_page_view", { id: "pv_…" }, { baseUrl: "https://ops.example.com", projectId: "prj_…" })
 */
export const curlOf = (id: string, input: object, { baseUrl, projectId }: CurlOptions): string => {
  const address = `${baseUrl.replace(/\/+$/, "")}/api/agent/${id}`
  const inHeader = projectId === undefined || isSimple(projectId)
  return [
    `curl ${shellWord(inHeader ? address : `${address}?projectId=${encodeURIComponent(projectId)}`)}`,
    `-H "authorization: Bearer $AGENT_OPERATIONS_API_KEY"`,
    ...(projectId === undefined || !inHeader ? [] : [`-H ${shellWord(`x-project-id: ${projectId}`)}`]),
    `-H 'content-type: application/json'`,
    `--data-raw ${shellWord(printableJson(input))}`
  ].join(" \\\n  ")
}
