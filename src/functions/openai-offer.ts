import { STRICT_NAMES } from './names.ts'
import { createOffers } from './offer.ts'
import { toOpenAiStrict } from './strict/openai.ts'

/** What OpenAI is offered, through either of its APIs: each schema is strict or not by itself. */
export const openAiOffer = createOffers(STRICT_NAMES, (schemas) => schemas.map(toOpenAiStrict))
