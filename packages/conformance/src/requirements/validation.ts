/** What validate_page_view tells of a page view and of all that it uses, and what it does not do. */
export const ofValidation = {
  "V1.run": "Nothing that is validated is run: what would never end, or fail, is as valid as anything.",
  "V1.same": "What is validated again, or with its references in another order, has the same issues.",
  "V1.nothing": "A validation changes nothing, and saves no draft.",
  "V2.valid": "What is right has no issue of severity error, and valid says whether there is one.",
  "V2.error": "What is wrong is an error, but for a reference that is not used, which is a warning.",
  "V2.all": "Every mistake is told, and not the first alone: of a list, a text, a definition and of all that are used.",
  "V2.uses": "Every definition that is used is validated, directly and through others, however many stand between.",
  "V2.pinned": "A pinned definition is validated as it is pinned, with what it used then, and another as it is now.",
  "V2.revision": "Of an id the revision that is asked for is validated, and by default the current one.",
  "V2.draft": "A draft is validated as the page view that it would be.",
  "V3.unused": "A reference is told as unused only if it certainly is.",
  "V4.once": "A cycle of references is told once, at a reference of it, however long it is.",
  "V4.pins": "What would be a cycle but for the revisions that are pinned is none.",
  "V5.position":
    "A position lies in the text at the path, on what is wrong: lines and columns count from 1, a column is a UTF-16 code unit.",
  "validation.path": "An issue's path is a JSON Pointer to what is wrong.",
  "validation.definition":
    "An issue of what the page view uses names kind, id and revision of the definition that has it.",
  "validation.dependencies": "checked.dependencies counts the definitions that are used, each once.",
  "validation.input": "Either an id, and perhaps a revision, is validated or a draft; what there is not is NOT_FOUND.",
  "validation.SYNTAX_ERROR": "Code or a formula that cannot be parsed is SYNTAX_ERROR.",
  "validation.NO_DEFAULT_EXPORT": "Code without a default export is NO_DEFAULT_EXPORT.",
  "validation.IMPORT_NOT_ALLOWED":
    "An import, static or dynamic, or an export from what is not allowed is IMPORT_NOT_ALLOWED; react is allowed.",
  "validation.UNKNOWN_FIELD":
    "A field that there is not is UNKNOWN_FIELD: in columns, filters, sort, groupBy and formulas.",
  "validation.UNKNOWN_ALIAS": "custom.<alias> of none of the references is UNKNOWN_ALIAS, in each of these.",
  "validation.UNUSED_REFERENCE": "A custom field that nothing uses is UNUSED_REFERENCE, by settings and by formulas.",
  "validation.TYPE_ERROR": "A formula whose types do not fit, or not its valueType, is TYPE_ERROR.",
  "validation.REFERENCE_CYCLE": "Definitions that use one another are REFERENCE_CYCLE.",
  "validation.TARGET_MISMATCH": "A custom field of records that the target has not is TARGET_MISMATCH."
} as const
