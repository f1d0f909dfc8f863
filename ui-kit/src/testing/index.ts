export * from './builders';
export * from './progressStream';
export * from './pushes';
export * from './recording';
