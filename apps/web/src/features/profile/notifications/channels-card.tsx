import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { channels, groupsOf, isOn, type NotificationChannel, type PreferenceGroup, type Kind } from './model.ts'

const groupLabels = (): Record<string, string> => ({
  bookings: t`Bookings`,
  offers: t`Offers`,
  contracts: t`Contracts`,
  earnings: t`Money`,
  disputes: t`Disputes`,
  documents: t`Documents`,
  messages: t`Messages`,
  reviews: t`Reviews`,
  referrals: t`Invitations`,
  support: t`Support`,
  security: t`Account security`,
})

const channelLabels = (): Record<NotificationChannel, string> => ({
  desktop: t`Desktop`,
  push: t`Device`,
  email: t`Email`,
})

export interface ChannelsCardProps {
  kinds: readonly Kind[]
  onChoose: (group: PreferenceGroup, channel: NotificationChannel, on: boolean) => void
}

/** Table of notification groups and channels. The inbox is always on. */
export function ChannelsCard({ kinds, onChoose }: ChannelsCardProps) {
  const names = groupLabels()
  const channelNames = channelLabels()
  return (
    <Card className="grid gap-4 p-4 sm:p-5 md:p-6">
      <div className="grid gap-1">
        <h2 id="channels" className="text-lg font-semibold">
          <Trans>Choose your notifications</Trans>
        </h2>
        <p className="text-text-muted">
          <Trans>
            Your inbox gets everything. Choose where else we notify you: on your desktop while Fettle is open, on your
            device while it's closed, or by email. Minor updates come in one email a day.
          </Trans>
        </p>
      </div>
      <table aria-labelledby="channels" className="w-full text-start">
        <thead className="text-[0.6875rem] text-text-muted sm:text-sm">
          <tr>
            <th scope="col" className="py-2 text-start font-medium">
              <Trans>Topic</Trans>
            </th>
            <th
              scope="col"
              className="w-11 py-2 text-center min-[22rem]:w-12 font-medium wrap-anywhere hyphens-auto sm:w-24"
            >
              <Trans>Inbox</Trans>
            </th>
            {channels.map((channel) => (
              <th
                key={channel}
                scope="col"
                className="w-11 py-2 text-center min-[22rem]:w-12 font-medium wrap-anywhere hyphens-auto sm:w-24"
              >
                {channelNames[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupsOf(kinds).map((group) => {
            const name = names[group.name] ?? t`Everything else`
            return (
              <tr key={group.name} className="border-t border-line">
                <th
                  scope="row"
                  className="py-1 pe-1 text-start text-sm font-medium wrap-anywhere hyphens-auto sm:pe-3 sm:text-base"
                >
                  {name}
                  {group.isFixed && (
                    <span className="block text-sm font-normal text-text-muted">
                      <Trans>Always on, to keep your account safe</Trans>
                    </span>
                  )}
                </th>
                <td>
                  <Always label={t`Always on`} />
                </td>
                {channels.map((channel) => {
                  const on = isOn(group, channel)
                  const way = channelNames[channel]
                  return (
                    <td key={channel}>
                      {on === undefined ? null : group.isFixed ? (
                        <Always label={t`Always on`} />
                      ) : (
                        <Checkbox
                          className="justify-items-center"
                          label={
                            <span className="sr-only">
                              {name}: {way}
                            </span>
                          }
                          checked={on}
                          onChange={(event) => onChoose(group, channel, event.target.checked)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

const Always = ({ label }: { label: string }) => (
  <span className="mx-auto grid size-11 place-items-center text-text-muted">
    <Check size={20} aria-hidden="true" />
    <span className="sr-only">{label}</span>
  </span>
)
