export * from '@scenedock/ui-kit/configuredSource';
