/** Shown for missing values. Source: specification 1, section 2; decision D-046. */
export const notAvailable = 'Not available'
