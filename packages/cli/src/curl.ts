import { jsonText } from "./output/json.ts"
import type { Settings } from "./settings.ts"

/** A word as a shell reads it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** What a header takes as it is; any other project is named in the address, as the client does. */
const isSimple = (projectId: string) => /^[!-+\--~]+$/.test(projectId)

/** The request of a call as a `curl`, which takes the credential from the environment. */
export const curlOf = (id: string, input: object, { baseUrl, projectId }: Settings): string => {
  const address = `${baseUrl.replace(/\/+$/, "")}/api/agent/${id}`
  const inHeader = projectId === undefined || isSimple(projectId)
  return [
    `curl ${quoted(inHeader ? address : `${address}?projectId=${encodeURIComponent(projectId)}`)}`,
    `-H "authorization: Bearer $AGENT_OPERATIONS_API_KEY"`,
    ...(projectId === undefined || !inHeader ? [] : [`-H ${quoted(`x-project-id: ${projectId}`)}`]),
    `-H 'content-type: application/json'`,
    `--data-raw ${quoted(jsonText(input, true))}`
  ].join(" \\\n  ")
}
