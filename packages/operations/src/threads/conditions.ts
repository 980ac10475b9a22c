/**
 * What Node is told of a thread that a module starts, so that the packages which the thread imports are found as the
 * module itself is: as sources, or as what is built of them.
 *
 * @example
 * new Worker(url, { execArgv: conditionsOf(import.meta.url) })
 */
export const conditionsOf = (moduleUrl: string): Array<string> =>
  moduleUrl.endsWith(".ts") ? ["--conditions=@agent-operations/source"] : []
