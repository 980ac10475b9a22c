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
  "definition.origin": "The origin is created, updated, restored, copied or recovered, as the revision came to be.",
  "definition.created": "createdAt and createdBy are of the definition: the same in every revision.",
  "definition.updated": "updatedAt and updatedBy are of the revision: they stay as they were, and never go back.",
  "definition.times": "Times are RFC 3339 in UTC with milliseconds.",
  "definition.actor": "An actor is type, id and name, and says who called.",
  "page_view.source":
    "The source of a page view is {type: table}, or {type: react, code} with up to 256 KiB of code in UTF-8.",
  "page_view.target": "The target of a page view is one of six.",
  "page_view.columns": "columns are field, and label, width and hidden where given.",
  "page_view.filters": "filters are field, operator of nine, and value where given.",
  "page_view.sort": "sort is field and direction, asc or desc; groupBy is a field or null.",
  "page_view.defaults": "Everything of its settings but target has a default: empty lists, null, an empty object.",
  "page_view.draft": "Code and formulas that do not validate can be saved.",
  "custom_field.source":
    "The source of a custom field is a formula in CEL of up to 8 KiB in UTF-8, or an attribute with an RFC 6901 pointer.",
  "custom_field.target":
    "The target of a custom field is one of four, its valueType one of six, its unit text or null.",
  "list.limit": "limit of a list is 1 to 200, by default 50.",
  "list.order": "A list is newest first by creation; an update does not move a definition.",
  "list.search":
    "search is part of the name, case-insensitively and however it is composed; % and _ stand for themselves.",
  "list.filters":
    "A list is filtered by who created or last updated a definition, by its target and source type, and by when it was updated.",
  "get.revision": "get with a revision answers that one, and NOT_FOUND where there is none.",
  "update.parts":
    "An update changes any of name, description, source, settings and references, alone or together, and keeps the rest.",
  "update.empty": "An update with nothing but expectedRevision makes a revision all the same.",
  "delete.result": "A delete answers id, deleted: true and the revision that was deleted.",
  "history.limit": "limit of a history is 1 to 200, by default 50; before is a revision.",
  "history.whole": "A history has whole definitions, as get answers them.",
  "dependencies.limit": "limit of dependencies is 1 to 1000, by default 100.",
  "dependencies.items":
    "A dependency is kind, id, name and revision of what refers, its alias, and the revision that it is pinned to or null, one for each alias.",
  "dependencies.current": "Dependencies are those of current revisions, after every update, restore, copy and delete.",
  "revision.bounds": "A revision is 1 to 2^31 - 1: what is no such number is refused, or is nowhere."
} as const
