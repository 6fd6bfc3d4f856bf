import { ChatError } from '@fettle/chat-client'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { limits } from '@fettle/protocol/common/limits'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useRef, useState, type FormEvent } from 'react'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { toDraft, type PollForm } from './poll-form.ts'
import { OptionLines } from './option-lines.tsx'
import { polls } from './polls.ts'
import { usePollForm } from './use-poll-form.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { chatText, failureText } from '../../chat-texts.ts'

const { pollVotesMin: least, pollVotesMax: most } = limits

export interface CreatePollProps {
  cid: string
  /** Initial question. */
  question: string
  onClose: () => void
}

/** Form that creates a poll. Its input survives failures and reloads. */
export function CreatePoll({ cid, question, onClose }: CreatePollProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { poll, change, touch, errorOf, ...input } = usePollForm(cid, question)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ detail: string | undefined }>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    input.showProblems()
    if (busy) return
    if (!input.isValid) {
      // After the errors have rendered.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setBusy(true)
    setFailure(undefined)
    polls.create({ cid, messageId: input.messageId.current, poll: toDraft(poll) }).then(
      () => {
        input.clearDraft()
        chatToast.success(t`Poll sent`)
        onClose()
      },
      (error: unknown) => {
        const detail = error instanceof ChatError && error.failure ? failureText(error.failure) : undefined
        setBusy(false)
        setFailure({ detail })
        chatToast.error(chatText({ code: 'chat-client.poll-failed' }), detail === undefined ? {} : { body: detail })
      },
    )
  }
  const startOver = () => {
    input.startOver()
    setFailure(undefined)
  }

  return (
    <Dialog
      onClose={onClose}
      title={<Trans>New poll</Trans>}
      footer={
        <>
          {input.hasInput && (
            <Button variant="quiet" onClick={startOver} className="md:me-auto">
              <Trans>Start over</Trans>
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} busy={busy}>
            {failure ? <Trans>Try again</Trans> : <Trans>Send poll</Trans>}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="grid gap-4">
        {failure && (
          <Banner tone="danger" title={chatText({ code: 'chat-client.poll-failed' })}>
            {failure.detail ?? <Trans>Your draft is still here.</Trans>}
          </Banner>
        )}
        <TextField
          label={<Trans>Question</Trans>}
          value={poll.name}
          error={errorOf('name')}
          count={{ used: poll.name.length, of: chatLimits.pollNameCharacters }}
          maxLength={chatLimits.pollNameCharacters}
          autoComplete="off"
          onChange={(event) => change({ ...poll, name: event.target.value })}
          onBlur={() => touch('name')}
        />
        <TextField
          label={<Trans>Description</Trans>}
          optional
          value={poll.description}
          maxLength={chatLimits.pollDescriptionCharacters}
          autoComplete="off"
          onChange={(event) => change({ ...poll, description: event.target.value })}
        />
        <OptionLines
          form={poll}
          onChange={change}
          onBlur={touch}
          problem={errorOf('options')}
          problems={input.optionErrors}
        />
        <PollSettings
          poll={poll}
          onChange={change}
          onBlur={() => touch('maxVotesAllowed')}
          error={errorOf('maxVotesAllowed')}
        />
      </form>
    </Dialog>
  )
}

interface PollSettingsProps {
  poll: PollForm
  onChange: (poll: PollForm) => void
  /** The limit of votes has lost the focus. */
  onBlur: () => void
  /** The error of the limit of votes. */
  error: string | undefined
}

/** How the poll is voted in, and what voters may add. */
function PollSettings({ poll, onChange, onBlur, error }: PollSettingsProps) {
  // A limit makes no sense with a single vote each. An existing value is validated where it was typed.
  const mayLimit = !poll.isUnique || poll.maxVotes !== ''
  const unique = useRef<HTMLInputElement>(null)
  return (
    <div className="grid">
      <Checkbox
        label={<Trans>One vote per person</Trans>}
        ref={unique}
        checked={poll.isUnique}
        onChange={(event) => onChange({ ...poll, isUnique: event.target.checked })}
      />
      {mayLimit && (
        <TextField
          label={<Trans>Votes per person</Trans>}
          optional
          value={poll.maxVotes}
          inputMode="numeric"
          autoComplete="off"
          error={error}
          hint={
            <Trans>
              From {least} to {most}. Leave empty for no limit.
            </Trans>
          }
          onChange={(event) => {
            // The field is removed once it is empty: focus its checkbox instead.
            if (poll.isUnique && event.target.value === '') unique.current?.focus()
            onChange({ ...poll, maxVotes: event.target.value })
          }}
          onBlur={onBlur}
          className="pb-2"
        />
      )}
      <Checkbox
        label={<Trans>Anonymous: nobody can see who voted for what</Trans>}
        checked={poll.isAnonymous}
        onChange={(event) => onChange({ ...poll, isAnonymous: event.target.checked })}
      />
      <Checkbox
        label={<Trans>Allow suggested options</Trans>}
        checked={poll.allowSuggestions}
        onChange={(event) => onChange({ ...poll, allowSuggestions: event.target.checked })}
      />
      <Checkbox
        label={<Trans>Allow written answers</Trans>}
        checked={poll.allowAnswers}
        onChange={(event) => onChange({ ...poll, allowAnswers: event.target.checked })}
      />
    </div>
  )
}
