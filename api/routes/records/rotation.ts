/**
 * The body of a request that rotates a secret.
 * @param maximum hours
 * @param hours the default
 * @param description what applies during these hours
 */
export const rotationOf = (maximum: number, hours: number, description: string) =>
  ({
    type: 'object',
    additionalProperties: false,
    properties: {
      grace_hours: { type: 'integer', minimum: 0, maximum, default: hours, description },
    },
    examples: [{ grace_hours: 24 }],
  }) as const
