import { writeFileSync } from "node:fs"

interface Given {
  readonly help: boolean
  readonly json?: string | undefined
}

/** Shows a command's help, or what it measures: as tables, and as JSON in the file that is named for it. */
export const runCommand = async <R>(
  given: Given,
  help: string,
  measure: () => Promise<R>,
  tables: (results: R) => string
): Promise<R | undefined> => {
  if (given.help) {
    console.log(help)
    return undefined
  }
  const results = await measure()
  console.log(tables(results))
  if (given.json !== undefined) writeFileSync(given.json, JSON.stringify(results))
  return results
}
