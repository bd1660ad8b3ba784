/**
 * Why an attempt at a delivery got no answer, by the code that the delivery stores. An answer with
 * an error has a status instead.
 */
export const DELIVERY_ERRORS = {
  address_not_allowed:
    'The address is not on the public internet, or its port is neither 80 nor 443.',
  own_address: 'The address leads to Parley itself.',
  unknown_host: 'No host has this name.',
  not_reachable: 'The server cannot be reached.',
  tls_failed: 'The certificate of the server is not valid, or no encryption could be agreed on.',
  timeout: 'The server did not answer in time.',
  broken_off: 'The server closed the connection, or its answer cannot be read.',
} as const

export type DeliveryError = keyof typeof DELIVERY_ERRORS
