import type { Control, GroupControl } from "../form/control.ts"
import type { Tag } from "./merge-contents.ts"

const tagsBelow = (control: Control, path: ReadonlyArray<string>): ReadonlyArray<Tag> => {
  switch (control.type) {
    case "group":
      return control.members.flatMap(([key, member]) => tagsBelow(member, [...path, key]))
    case "choice":
      return [
        { path, tag: control.tag },
        ...control.variants.flatMap(({ members }) =>
          members.flatMap(([key, member]) => tagsBelow(member, [...path, key]))
        )
      ]
    default:
      return []
  }
}

/** Every place of a form that is one of several objects. */
export const tagsOf = (form: GroupControl): ReadonlyArray<Tag> => tagsBelow(form, [])
