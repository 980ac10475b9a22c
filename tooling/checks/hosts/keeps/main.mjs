// A host's program: `fill` has every family keep something, `look` goes on with what is there. Both tell all that can be read,
// as one line of JSON.
import { fillDefinitions, goOnWithDefinitions, lookAtDefinitions } from "./definitions.mjs"
import { fillEvaluations, goOnWithEvaluations, lookAtEvaluations } from "./evaluations.mjs"
import { administered, kit } from "./host.mjs"
import { fillTraces, goOnWithTraces, lookAtTraces } from "./traces.mjs"

const fill = async () => {
  await fillDefinitions()
  await fillTraces()
  await fillEvaluations()
}

const look = async () => ({
  definitions: await lookAtDefinitions(),
  traces: await lookAtTraces(),
  evaluations: await lookAtEvaluations(),
  tenant: await administered()
})

/** How each step was answered, by its name. */
const goOn = async () => {
  const steps = { ...(await goOnWithDefinitions()), ...(await goOnWithEvaluations()), ...(await goOnWithTraces()) }
  return Object.fromEntries(Object.entries(steps).map(([name, { status, error }]) => [name, error?.code ?? status]))
}

if (process.argv[2] === "fill") await fill()
const seen = await look()
const wentOn = process.argv[2] === "fill" ? undefined : await goOn()
await kit.close()
console.log(JSON.stringify({ seen, wentOn }))
