import type { FastifyInstance } from 'fastify'
import { multiplyRateLimits, registerChat, type Chat } from './chat/index.ts'
import {
  createChatService,
  createNetworkTransport,
  notifyReminder,
  type ChatService,
  type DueReminder,
  type createMessageEventPublisher,
} from './modules/channels/index.ts'
import type { Deps } from './platform/deps.ts'
import { chatTasks } from './platform/jobs/service-tasks.ts'

/** The app's reaction to a due reminder of the chat: a job, because the chat's transaction may be in another database. */
const REMINDER_JOB = chatTasks.notifyOfReminder

/** The chat for the modules: called in process where it runs here, otherwise over the network. */
export function createChatClient(
  { config, secrets, clock, db }: Pick<Deps, 'config' | 'secrets' | 'clock' | 'db'>,
  http: FastifyInstance,
  findServer: () => Chat | undefined,
): ChatService {
  const app = { appKey: secrets.chatAppKey, secret: secrets.chatSecret, clock }
  if (!config.roles.includes('chat')) return createChatService(app, createNetworkTransport(config.chatUrl))
  return createChatService(
    app,
    (request) => db.outsideUnitOfWork(() => http.inject(request)),
    async (name, input, actAs) => {
      const server = findServer()
      if (!server) throw new Error('The chat service was called before it was created.')
      return db.outsideUnitOfWork(() => server.call(name, input, actAs))
    },
  )
}

/** Serves the chat in this process. */
export async function serveChat(
  http: FastifyInstance,
  deps: Deps,
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  addPendingMessages: ReturnType<typeof createMessageEventPublisher>['add'],
): Promise<Chat> {
  const { config, secrets, ids } = deps
  const server = await registerChat(
    http,
    { ...deps, db, jobs },
    {
      appKey: secrets.chatAppKey,
      secret: secrets.chatSecret,
      // A demo is opened under either name.
      origins: [config.origin, config.origin.replace('//localhost:', '//127.0.0.1:'), ...config.corsOrigins],
      clamdUrl: config.clamdUrl,
      userGroups: config.chatUserGroups,
      rateLimits: multiplyRateLimits(config.chatRateLimitFactor),
      checkExactAnswers: !config.production,
      onMessages: (messages) => {
        addPendingMessages(messages)
        deps.wakeFeed?.()
      },
      onReminder: (tx, userId, reminder) =>
        jobs.add(tx, REMINDER_JOB, { id: ids.next('ntc'), userId, reminder } satisfies DueReminder),
    },
  )
  jobs.handle<DueReminder>(REMINDER_JOB, (due) => deps.db.transaction((tx) => notifyReminder(deps, tx, due)))
  return server
}
