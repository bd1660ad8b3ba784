/** The settings of both processes of the baseline, from the environment. */
export const queueName = 'baseline'
export const connection = { url: process.env.REDIS_URL }
export const modelUrl = `${process.env.OPENAI_BASE_URL}/chat/completions`
export const concurrency = Number(process.env.REPLY_CONCURRENCY)
