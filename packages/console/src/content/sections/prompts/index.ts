import { Prompt } from "@agent-operations/contract/prompts"
import type { CheckDefinition } from "../../checks.ts"
import { section } from "../../Section.ts"
import { tryPage } from "../try.ts"
import { validationPage } from "../validation/page.ts"
import { inWords, withHints } from "../words.ts"
import { labelsAction, labelsPage } from "./labels.ts"
import { renderedPreview } from "./rendered.ts"
import { draftOf } from "../validation/draft.ts"
import { validate } from "./validate.ts"

const settings = withHints({
  variables:
    'JSON: a list of { "name", "required", "default" }. One that is required, which is so unless it says false, and has no default has to be given.',
  model: 'JSON: { "name", "parameters" } of the model that the prompt is written for, or null.',
  tools: "JSON: the tools that the model may call, as its API takes them.",
  responseFormat: "JSON: the format of the answer, as the model's API takes it, or null."
})

const check: CheckDefinition = (draft) => validate({ draft: draftOf(draft) })

/** The pages of prompts. */
export const prompts = section(Prompt, {
  about: "What models are told: texts and chats with variables, whose revisions are deployed by moving labels.",
  source: inWords("Source type", "Choose a source type.", {
    text: {
      label: "Text",
      about: "One text. {{name}} stands for a variable, {{> alias}} for another prompt of the references.",
      text: "Template"
    },
    chat: {
      label: "Chat",
      about: 'JSON: a list of messages, {"role", "content"}, and of {"placeholder"} for messages that are given.'
    }
  }),
  settings,
  check,
  preview: renderedPreview,
  pages: [
    { path: "labels", label: "Labels", page: labelsPage, action: labelsAction },
    { path: "check", label: "Check", page: validationPage(check) },
    tryPage("prompt")
  ]
})
