/** Tells how a host fared since `begun`, a time of `performance.now()`, and whether nothing was wrong with it. */
export const report = (name: string, begun: number, wrong: string | undefined, output: string): boolean => {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${wrong === undefined ? "ok    " : "FAILED"}  ${name} (${seconds} s) ${wrong ?? ""}`.trim())
  if (wrong !== undefined) console.log(output)
  return wrong === undefined
}
