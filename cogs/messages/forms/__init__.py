"""Forms: fields as data, shown as one of Discord's modals, and the values that come back."""
