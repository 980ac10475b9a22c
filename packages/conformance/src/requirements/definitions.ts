/** What a definition is, and what its operations take and give where they are silent. */
export const ofDefinitions = {
  "definition.id":
    "An ID is a TypeID with the prefix of its kind; one that is nearly so, or of another kind, is refused or not found, and one that names nothing is NOT_FOUND.",
  "definition.kind": "kind and projectId say what it is and where.",
  "definition.name": "A name is 1 to 120 characters after trimming, and comes back trimmed.",
  "definition.name.unique":
    "A name is unique in its project and kind, compared in NFC and lower case; another kind may have it.",
  "definition.name.own": "A definition may be renamed to its own name in another case.",
  "definition.description": "A description is up to 2,000 characters, or null, which it is where it is left out.",
  "definition.references":
    "References are at most 64, by an alias of 1 to 40 letters, digits and underscores that begins with a small letter; each with kind, id and revision, which is null where it is left out.",
  "definition.references.same": "Several aliases may refer to one definition, and are told apart everywhere.",
  "definition.origin": "The origin is created, updated, restored or copied, as the revision came to be.",
  "definition.created": "createdAt and createdBy are of the definition: the same in every revision.",
  "definition.updated": "updatedAt and updatedBy are of the revision: they stay as they were, and never go back.",
  "definition.times": "Times are RFC 3339 in UTC with milliseconds.",
  "definition.actor": "An actor is type, id and name, and says who called.",
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
  "dependencies.current": "Dependencies are those of current revisions, after every update, restore, copy and delete.",
  "revision.bounds": "A revision is 1 to 2^31 - 1: what is no such number is refused, or is nowhere."
} as const
