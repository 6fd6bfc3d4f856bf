import { useState, type ReactNode } from 'react'
import { serviceTypes } from '@fettle/protocol/common/constants'
import { call } from '../lib/api.ts'
import { formatTrade, toWords } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { Pill } from '../ui/button.tsx'
import { RowLink } from '../ui/card.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Rating } from '../ui/rating.tsx'
import { Page, Waiting } from '../ui/page.tsx'

type Service = (typeof serviceTypes)[number]

/** Finds a provider by trade. */
export function ProvidersPage(): ReactNode {
  const [service, setService] = useState<Service>()
  const { data: providers, error } = useLoaded(`providers ${service}`, () =>
    call('listProviders', { query: { ...(service && { service }), limit: 100 } }),
  )
  return (
    <Page title="Who do you need?">
      <div
        role="group"
        aria-label="Trade"
        className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 md:mx-0 md:flex-wrap md:px-0"
      >
        {serviceTypes.map((each) => (
          <Pill key={each} isPressed={service === each} onPress={() => setService(service === each ? undefined : each)}>
            {toWords(each)}
          </Pill>
        ))}
      </div>
      {!providers && <Waiting error={error} />}
      {providers?.length === 0 && <p className="py-10 text-center text-muted">Nobody offers this yet.</p>}
      <ul className="grid gap-3">
        {providers?.map(({ id, name, avatar, serviceType, city, rating }) => (
          <li key={id}>
            <RowLink href={linkTo('providers', id)}>
              <span className="flex items-center gap-4">
                <Avatar name={name} avatar={avatar} size={56} />
                <span className="grid gap-0.5">
                  <strong className="text-lg leading-tight font-semibold">{name}</strong>
                  <span className="text-muted">{formatTrade({ serviceType, city })}</span>
                  <Rating rating={rating} />
                </span>
              </span>
            </RowLink>
          </li>
        ))}
      </ul>
    </Page>
  )
}
