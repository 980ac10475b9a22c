import { draftsHere } from "./browser-storage.ts"

/** Deletes what a person typed and did not save, when they sign out: whoever is next has the same browser. */
export const start = (elements: ReadonlyArray<HTMLElement>): void => {
  for (const element of elements) {
    element.addEventListener(element instanceof HTMLFormElement ? "submit" : "click", (event) => {
      const drafts = draftsHere()
      const keys = drafts?.ofPerson(element.dataset["signOut"] ?? "") ?? []
      const question = "Sign out, and delete the changes that you did not save? They are kept in this browser alone."
      if (keys.length > 0 && !confirm(question)) event.preventDefault()
      else for (const key of keys) drafts?.remove(key)
    })
  }
}
