/** The fields of a form as its button of an action would send them. */
export const formBody = (form: HTMLFormElement, action: string): URLSearchParams => {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value)
  body.set("action", action)
  return body
}
