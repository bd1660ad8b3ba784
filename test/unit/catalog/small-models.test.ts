import { expect } from 'chai'
import { CHAT_PROVIDERS, providerOf } from '../../../shared/lib/catalog/catalog.ts'
import { smallModelFor, thinksFirst } from '../../../shared/lib/catalog/smallModels.ts'
import { priceOf } from '../../../shared/models/prices.ts'

describe('the model for short calls, where none is named,', () => {
  it("is the small one of the model's provider", () => {
    for (const [model, small] of [
      ['openai:gpt-6-astra', 'openai:gpt-5.4-nano'],
      ['openai:o3', 'openai:gpt-5.4-nano'],
      ['anthropic:claude-opus-5-5', 'anthropic:claude-haiku-4-5'],
      ['gemini:gemini-3.1-pro-preview', 'gemini:gemini-2.5-flash-lite'],
      ['mistral:magistral-medium-latest', 'mistral:ministral-8b-2512'],
    ] as const)
      expect(smallModelFor(model, {}), model).to.equal(small)
  })

  it('answers at once and has a list price, so that budgets in money can count it', () => {
    const small = CHAT_PROVIDERS.flatMap((name) => providerOf(name)?.smallModel ?? [])
    expect(small).to.have.length.of.at.least(4)
    for (const name of CHAT_PROVIDERS) {
      const { smallModel } = providerOf(name)!
      if (!smallModel) continue
      expect(thinksFirst(smallModel), smallModel).to.equal(false)
      expect(priceOf(`${name}:${smallModel}`, {}), smallModel).not.to.equal(undefined)
    }
  })

  it("is the model of replies at another address than its provider's, and where none is small", () => {
    const settings = {
      OPENAI_BASE_URL: 'http://10.0.0.5:8000/v1',
      ANTHROPIC_BASE_URL: 'https://gateway.example',
    }
    for (const model of [
      'openai:meta-llama/Llama-3.3-70B-Instruct',
      'anthropic:claude-sonnet-5',
      'ollama:llama3.1',
      'azure:our-deployment',
      'bedrock:us.anthropic.claude-haiku-4-5-20251001-v1:0',
      'openrouter:mistralai/mistral-small-2603',
      'house:any-model',
    ])
      expect(smallModelFor(model, settings), model).to.equal(model)
  })

  it('is none if the only one is known to think first, and with the built-in model', () => {
    const settings = { OPENAI_BASE_URL: 'http://10.0.0.5:8000/v1' }
    for (const model of [
      'builtin:extractive',
      'openai:deepseek-ai/DeepSeek-R1',
      'openai:gpt-oss-120b',
      'ollama:qwen3:8b',
      'ollama:deepseek-r1',
      'groq:openai/gpt-oss-20b',
      'deepseek:deepseek-v4-flash',
      'xai:grok-4.6',
      'bedrock:us.deepseek.r1-v1:0',
      'openrouter:openai/gpt-6-luna',
      'house:Qwen/QwQ-32B',
    ])
      expect(smallModelFor(model, settings), model).to.equal(undefined)
  })
})

describe('a model that thinks first', () => {
  it('is known by its family', () => {
    for (const model of [
      'o3',
      'o4-mini-2025-04-16',
      'gpt-5',
      'gpt-5-mini',
      'gpt-5.2-pro',
      'gpt-5.6-terra',
      'gpt-6.1-sol',
      'gemini-2.5-pro',
      'gemini-2.5-flash',
      'gemini-3.8-flash',
      'grok-4.3',
      'deepseek-reasoner',
      'qwen/qwen3.6-27b',
      'Qwen3-235B-A22B-Thinking-2507',
      'magistral-small-2509',
      'zai-org/GLM-4.7',
      'moonshotai/Kimi-K2-Thinking',
      'microsoft/Phi-4-reasoning-plus',
    ])
      expect(thinksFirst(model), model).to.equal(true)
  })

  it('is no model that answers at once, whose name may be like it', () => {
    for (const model of [
      'gpt-4o',
      'gpt-4.1-mini',
      'gpt-5-chat-latest',
      'gpt-5.4-nano',
      'claude-sonnet-5',
      'gemini-2.5-flash-lite',
      'gemini-3.1-flash-lite',
      'grok-4.20-non-reasoning',
      'deepseek-chat',
      'Qwen/Qwen3-30B-A3B-Instruct-2507',
      'qwen2.5:7b',
      'llama-3.3-70b-versatile',
      'mistral-large-2512',
      'gemma3:12b',
      'phi4',
    ])
      expect(thinksFirst(model), model).to.equal(false)
  })
})
