import { Effect } from "effect"
import type { Answer, InProject, Page } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { bdi, html } from "../html/html.ts"
import { onlyManagers } from "../only.ts"
import { projectPath, seeOther } from "../paths.ts"
import { keyField, readKey, wrongKey } from "./key.ts"
import { askedBy, connectionOf, connections } from "./service.ts"

const listPath = ({ site, project }: InProject) => projectPath(site, project, "connections")

const rotatePage = (visit: InProject, name: string, error?: string): Page => ({
  title: "Replace key",
  narrow: true,
  ...(error !== undefined && { status: 422 }),
  body: html`<p>Calls through ${bdi(name)} that begin from then on have the new key.</p>
    ${form({
      errors: error === undefined ? {} : { key: error },
      body: html`${keyField(error)} ${actions(button("Replace key"), buttonLink("Cancel", listPath(visit)))}`
    })}`
})

export const askToRotate = onlyManagers((visit: InProject) =>
  Effect.map(connectionOf(visit), ({ name }) => rotatePage(visit, name))
)

/** Replaces the key of a connection. Law: G2. */
export const rotateConnection = onlyManagers(
  Effect.fnUntraced(function* (visit: InProject) {
    const { id, name } = yield* connectionOf(visit)
    const key = readKey(visit.form.text("key"))
    if (key === undefined) return rotatePage(visit, name, wrongKey) as Answer
    yield* (yield* connections).rotate({ ...askedBy(visit), id, key })
    return seeOther(listPath(visit), "rotated")
  })
)

export const askToRemove = onlyManagers((visit: InProject) =>
  Effect.map(connectionOf(visit), ({ name }) =>
    confirmPage({
      title: "Remove this connection?",
      body: html`<p>
        Calls through ${bdi(name)} fail from then on, those of running evaluations too. Its key is gone for good.
      </p>`,
      button: "Remove connection",
      cancel: listPath(visit)
    })
  )
)

/** Removes a connection with its key. */
export const removeConnection = onlyManagers(
  Effect.fnUntraced(function* (visit: InProject) {
    yield* (yield* connections).remove({ ...askedBy(visit), id: visit.param("connection") })
    return seeOther(listPath(visit), "removed")
  })
)
