import type { Api } from '../api.ts'
import type { CliCommand } from '../usage.ts'
import { disputes, DISPUTES_HELP } from './disputes.ts'
import { documents, DOCUMENTS_HELP } from './documents.ts'
import { payouts, PAYOUTS_HELP } from './payouts.ts'
import { providers, PROVIDERS_HELP } from './providers.ts'
import { reviews, REVIEWS_HELP } from './reviews.ts'
import { settings, SETTINGS_HELP } from './settings.ts'
import { tickets, TICKETS_HELP } from './tickets.ts'

/** Commands that call the marketplace API with an operator's key, each with its help. */
export const operatorCommands: Readonly<Record<string, { help: string; run: CliCommand<Api> }>> = {
  documents: { help: DOCUMENTS_HELP, run: documents },
  tickets: { help: TICKETS_HELP, run: tickets },
  disputes: { help: DISPUTES_HELP, run: disputes },
  payouts: { help: PAYOUTS_HELP, run: payouts },
  reviews: { help: REVIEWS_HELP, run: reviews },
  providers: { help: PROVIDERS_HELP, run: providers },
  settings: { help: SETTINGS_HELP, run: settings },
}
