import { describeMessage } from '@fettle/i18n/describe-message'
import { errorStatuses, type ErrorCode } from '@fettle/protocol'
import { detailedErrorMessages, errorMessages } from '@fettle/protocol/core/errors.messages'
import { errorHelp, issueHelp } from './error-docs.text.ts'
import { table } from './flow-docs.ts'

const codes = Object.keys(errorStatuses) as ErrorCode[]
const statuses = [...new Set(codes.map((code) => errorStatuses[code]))].sort((a, b) => a - b)

/** Table of the errors with one HTTP status. */
const errorsWith = (status: number): string =>
  table(
    ['code', 'message', 'cause', 'remedy'],
    codes
      .filter((code) => errorStatuses[code] === status)
      .map((code) => {
        const { cause, remedy } = errorHelp[code]
        return [`\`${code}\``, describeMessage(errorMessages[code]), cause, remedy]
      }),
  )

/** Renders `docs/reference/errors.md` from the protocol's error codes. */
export function renderErrors(): string {
  return `<!-- Made by \`npm run docs\` from packages/protocol and apps/server/testing/docs: change it there. -->

# Errors

A refused request is answered with this body. Programs read \`code\`; \`message\` is for people, in the language of the
\`Accept-Language\` header or of the account. \`requestId\` finds the request in the server's log.

\`\`\`json
{
  "success": false,
  "status": 422,
  "code": "VALIDATION_FAILED",
  "message": "Please check the following fields:",
  "issues": [
    {
      "path": ["price"],
      "field": "price",
      "code": "INVALID_FORMAT",
      "expected": "{ amount: integer, currency: string }",
      "message": "Send a value of type { amount: integer, currency: string }."
    }
  ],
  "requestId": "req_01JQ2V7M8C5R9T3W6X0Y4Z1A2B"
}
\`\`\`

Each issue names a field by \`path\`, and in \`expected\` the type that belongs there. \`allowed\`, \`minimum\` and
\`maximum\` are the limits that were not kept. \`details\` has facts about the error, where the cause below names them. Which operation answers which code is in the API
reference at \`/v2/docs\`. Errors of the chat are in [the chat protocol](chat-protocol.md).

${statuses.map((status) => `## ${status}\n\n${errorsWith(status)}`).join('\n\n')}

## Unknown fields

Unknown fields and query parameters do not refuse a request. \`meta.ignored\` of its answer names them, such as
\`["query.statuss", "body.price.curency"]\` ([decision 350](../decisions/350-unknown-input-is-named.md)).

## More specific messages

Some errors have a message of their own in place of the one above. The code stays the same.

${table(
  ['message'],
  Object.values(detailedErrorMessages).map((message) => [describeMessage(message)]),
)}

## Fields

\`issues[]\` of \`VALIDATION_FAILED\` and some other errors names each field with its \`path\`, a message and a code:

${table(['code', 'meaning'], Object.entries(issueHelp))}
`
}
