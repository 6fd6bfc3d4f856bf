import { Briefcase, MessageCircle, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChat } from './lib/chat.ts'
import { linkTo, useRoute } from './lib/route.ts'
import { session } from './lib/session.ts'
import { RequestPage } from './screens/request.tsx'
import { BookingPage } from './screens/booking.tsx'
import { ContractPage } from './screens/contract.tsx'
import { ConversationPage } from './screens/conversation.tsx'
import { DisputePage } from './screens/dispute.tsx'
import { InvoicePage } from './screens/invoice.tsx'
import { MessagesPage } from './screens/messages.tsx'
import { OfferPage } from './screens/offer.tsx'
import { ProviderPage } from './screens/provider.tsx'
import { ProvidersPage } from './screens/providers.tsx'
import { WorkPage } from './screens/work.tsx'
import { Avatar } from './ui/avatar.tsx'

type Screens = Record<string, (id: string, more?: string) => ReactNode>

const workScreens: Screens = {
  bookings: (id) => <BookingPage id={id} />,
  offers: (id) => <OfferPage id={id} />,
  contracts: (id) => <ContractPage id={id} />,
  invoices: (id) => <InvoicePage id={id} />,
  disputes: (id) => <DisputePage id={id} />,
}
const screens: Screens = {
  ...workScreens,
  providers: (id) => <ProviderPage id={id} />,
  request: (id, more) => (
    <RequestPage key={`${id} ${more}`} providerId={id} wants={more === 'quote' ? 'quote' : 'job'} />
  ),
  work: () => <WorkPage />,
  messages: (id) => (id ? <ConversationPage key={id} cid={id} /> : <MessagesPage />),
}

export function App(): ReactNode {
  const [screen = '', id = '', more] = useRoute()
  return (
    <>
      <Frame current={screen} />
      {Object.hasOwn(screens, screen) ? screens[screen]?.(id, more) : <ProvidersPage />}
    </>
  )
}

const tabs = [
  { screen: '', label: 'Find', Icon: Search, covers: ['', 'providers', 'request'] },
  { screen: 'work', label: 'My work', Icon: Briefcase, covers: ['work', ...Object.keys(workScreens)] },
  { screen: 'messages', label: 'Messages', Icon: MessageCircle, covers: ['messages'] },
]

/** The bar above the screens; on a phone the tabs are at the bottom. */
function Frame({ current }: { current: string }): ReactNode {
  const { totalUnread: unread } = useChat()
  return (
    <div className="sticky top-0 z-10 border-b border-line bg-page">
      <div className="mx-auto flex h-14 max-w-2xl items-center gap-3 px-4">
        <a href={linkTo('')} className="flex items-center gap-2 text-lg font-bold tracking-tight">
          <img src="./icon.svg" alt="" className="size-7" />
          Doorstep
        </a>
        <nav
          aria-label="Main"
          className="fixed inset-x-0 bottom-0 flex justify-around border-t border-line bg-page pb-[env(safe-area-inset-bottom)] sm:static sm:ml-auto sm:gap-1 sm:border-0 sm:pb-0"
        >
          {tabs.map(({ screen, label, Icon, covers }) => (
            <a
              key={label}
              href={linkTo(screen)}
              aria-current={covers.includes(current) ? 'page' : undefined}
              className="relative flex min-w-20 flex-col items-center gap-0.5 rounded-xl px-3 py-2 text-sm font-medium text-muted hover:text-ink aria-[current]:text-accent sm:flex-row sm:gap-2"
            >
              <Icon aria-hidden className="size-5" />
              {label}
              {screen === 'messages' && unread > 0 && (
                <span className="absolute top-1 right-3 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs text-on-accent sm:static">
                  {unread}
                  <span className="sr-only"> unread</span>
                </span>
              )}
            </a>
          ))}
        </nav>
        <span className="ml-auto sm:ml-2">
          <Avatar name={session.name} avatar={session.avatar} size={36} />
          <span className="sr-only">Signed in as {session.name}</span>
        </span>
      </div>
    </div>
  )
}
