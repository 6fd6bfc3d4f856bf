import { Trans } from '@lingui/react/macro'
import { TagField } from '../../ui/forms/tag-field.tsx'
import type { Invites } from './use-invites.ts'

/** Field for email addresses and phone numbers to invite. */
export const InviteFields = ({ invites }: { invites: Invites }) => (
  <TagField
    label={<Trans>Email addresses or phone numbers</Trans>}
    hint={<Trans>Up to 10 at a time. They get one message from you, and at most two reminders.</Trans>}
    items={invites.destinations}
    error={invites.error}
    maxLength={400}
    onAdd={invites.add}
    onRemove={invites.remove}
  />
)
