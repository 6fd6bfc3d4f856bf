import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createMarketplaceClient } from '@fettle/marketplace'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { createLiveUpdates } from './live-updates.ts'
import { signIn } from './sign-in.ts'

const config = readConfig(process.env)
const marketplace = createMarketplaceClient({ origin: config.fettleUrl, apiKey: config.apiKey })
const live = createLiveUpdates()

const customer = await signIn(marketplace, config.fettlePublicUrl)
const webFolder = join(import.meta.dirname, '../dist/web')
const app = createApp({ config, marketplace, live, customer, webFolder })
await app.listen({ port: config.port, host: config.host })
await live.subscribe(marketplace, `${config.publicUrl}webhooks`)

// A program that started this one is told the port; otherwise a person is told the address.
const { port } = app.server.address() as AddressInfo
if (process.send) process.send({ port })
else console.log(`${customer.name}'s app is at ${config.publicUrl}`)

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, () => process.exit())
