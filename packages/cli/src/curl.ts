import type { Settings } from "./settings.ts"

/** A word as a shell reads it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** The request of a call as a `curl`, which takes the credential from the environment. */
export const curlOf = (id: string, input: object, { baseUrl, projectId }: Settings): string =>
  [
    `curl ${quoted(`${baseUrl.replace(/\/+$/, "")}/api/agent/${id}`)}`,
    `-H "authorization: Bearer $AGENT_OPERATIONS_API_KEY"`,
    ...(projectId === undefined ? [] : [`-H ${quoted(`x-project-id: ${projectId}`)}`]),
    `-H 'content-type: application/json'`,
    `--data-raw ${quoted(JSON.stringify(input))}`
  ].join(" \\\n  ")
