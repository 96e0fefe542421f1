"""The rule sets, each in a folder of the same shape; none knows another."""
