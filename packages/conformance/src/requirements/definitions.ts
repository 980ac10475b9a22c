/** What a definition is, and what its operations take and give where they are silent. */
export const ofDefinitions = {
  "definition.id":
    "An ID is a TypeID with the prefix of its kind; one that is malformed, or of another kind, is 400, and one that names nothing 404.",
  "definition.name.unique":
    "A name is unique in its project and kind, compared in NFC and lower case; another kind may have it.",
  "definition.references.same": "Several aliases may refer to one definition, and are told apart everywhere.",
  "definition.origin": "The origin is created, updated, restored or copied, as the revision came to be.",
  "list.limit": "limit of a list is 1 to 200, by default 50.",
  "list.order": "A list is newest first by creation; an update does not move a definition.",
  "list.search":
    "search is part of the name, case-insensitively and however it is composed; % and _ stand for themselves.",
  "get.revision": "get with a revision answers that one, and NOT_FOUND where there is none.",
  "update.parts":
    "An update changes any of name, description, source, settings and references, alone or together, and keeps the rest.",
  "update.empty": "An update with nothing but expectedRevision makes a revision all the same.",
  "delete.result": "A delete answers id, deleted: true and the revision that was deleted.",
  "history.whole": "A history has whole definitions, as get answers them.",
  "dependencies.items":
    "A dependency is kind, id, name and revision of what refers, its alias, and the revision that it is pinned to or null, one for each alias.",
  "dependencies.current": "Dependencies are those of current revisions, after every update, restore, copy and delete."
} as const
